import { DefaultTokenResolver, StringConcat, Tokenization } from 'cdktf';
import type { IConstruct } from 'constructs';

/** The Terraform expression that a text with tokens stands for: the same for the same reference. */
export function expressionOf(scope: IConstruct, text: string): string {
  const resolver = new DefaultTokenResolver(new StringConcat());
  return String(Tokenization.resolve(text, { scope, resolver, preparing: false }));
}
