import { ProjectService } from '@cdktf/provider-google/lib/project-service';
import type { ITerraformDependable, TerraformProvider } from 'cdktf';
import { Construct } from 'constructs';
import { providerPart, stackSingleton } from './stack-singleton';

/** Whose the APIs are. */
export interface RequiredApisProps {
  readonly project?: string;
  readonly provider?: TerraformProvider;
}

/**
 * The Google APIs that a stack's constructs use, each enabled once.
 *
 * They stay enabled when the stack goes: others in the project may use them.
 */
export class RequiredApis extends Construct {
  static forStack(scope: Construct, props: RequiredApisProps): RequiredApis {
    return stackSingleton(
      scope,
      'DedupApis',
      [props.project, providerPart(props.provider)],
      (stack, id) => new RequiredApis(stack, id, props),
    );
  }

  private constructor(
    scope: Construct,
    id: string,
    private readonly props: RequiredApisProps,
  ) {
    super(scope, id);
  }

  /** @param names such as `run`, for `run.googleapis.com` */
  enable(names: readonly string[]): ITerraformDependable[] {
    return names.map(
      (name) => (this.node.tryFindChild(name) as ProjectService | undefined) ?? this.add(name),
    );
  }

  private add(name: string): ProjectService {
    return new ProjectService(this, name, {
      provider: this.props.provider,
      project: this.props.project,
      service: `${name}.googleapis.com`,
      disableOnDestroy: false,
    });
  }
}
