import { createHash } from 'node:crypto';
import { Token } from 'cdktf';
import type { IConstruct } from 'constructs';
import { expressionOf } from './expression-of';

/** A part of a construct's id. A token cannot be one, so a hash of the expression that it stands for is. */
export function idPart(scope: IConstruct, part: string): string {
  if (!Token.isUnresolved(part)) return part;
  return createHash('sha256').update(expressionOf(scope, part)).digest('hex').slice(0, 8);
}
