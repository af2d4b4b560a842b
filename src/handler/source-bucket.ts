import { StorageBucket } from '@cdktf/provider-google/lib/storage-bucket';
import { type ITerraformDependable, type TerraformProvider, Token } from 'cdktf';
import { Construct } from 'constructs';
import { dependsOn } from '../depends-on';
import { resourceName } from '../resource-name';
import { providerPart, stackSingleton } from '../stack-singleton';

/** Where the bucket is, and whose it is. */
export interface SourceBucketProps {
  readonly region: string;
  /** The project as given, if it was. */
  readonly project?: string;
  /** The project id, a literal or a token that no single job brings: the bucket outlives each of them. */
  readonly projectId: string;
  readonly provider?: TerraformProvider;
  /** What must exist before the bucket. */
  readonly dependsOn?: ITerraformDependable[];
}

/** What is left of a bucket name's 63 characters beside a project id of 30 and a hyphen. */
const MAX_NAME_LENGTH = 32;

/**
 * The bucket that holds the archives of a stack's handlers, once per stack and region.
 *
 * It has no rule that deletes by age: that would delete the archive of the handler that is live. It goes
 * with the stack whatever is in it, since the archives can be made again.
 */
export class SourceBucket extends Construct {
  static forStack(scope: Construct, props: SourceBucketProps): SourceBucket {
    const apart = [props.region, props.project, providerPart(props.provider)];
    return stackSingleton(scope, 'DedupSource', apart, (stack, id) => new SourceBucket(stack, id, props));
  }

  readonly bucket: StorageBucket;

  private constructor(scope: Construct, id: string, props: SourceBucketProps) {
    super(scope, id);
    this.bucket = new StorageBucket(this, 'Bucket', {
      provider: props.provider,
      project: props.project,
      // Names of buckets are unique in the whole world, and so are project ids.
      name: `${bucketPart(props.projectId)}-${resourceName(this, { maxLength: MAX_NAME_LENGTH })}`,
      location: props.region,
      uniformBucketLevelAccess: true,
      publicAccessPrevention: 'enforced',
      forceDestroy: true,
      dependsOn: dependsOn(this, props.dependsOn ?? []),
    });
  }
}

/** Old project ids have a domain in front, `example.com:billing`, and bucket names take no colon. */
function bucketPart(projectId: string): string {
  return Token.isUnresolved(projectId) ? projectId : projectId.replace(/[.:]/g, '-');
}
