import { CloudRunV2JobIamMember } from '@cdktf/provider-google/lib/cloud-run-v2-job-iam-member';
import { CloudRunV2ServiceIamMember } from '@cdktf/provider-google/lib/cloud-run-v2-service-iam-member';
import { ProjectIamMember } from '@cdktf/provider-google/lib/project-iam-member';
import { PubsubTopicIamMember } from '@cdktf/provider-google/lib/pubsub-topic-iam-member';
import { type ITerraformDependable, Token } from 'cdktf';
import { givenAccount } from '../account';
import { emailInName } from '../account-email';
import { actAsGrant, makeActAs } from '../act-as';
import { PROXY_ACCESS } from '../contract/proxy-permissions';
import { dependsOn } from '../depends-on';
import { expressionOf } from '../expression-of';
import type { RequiredGrant } from '../grants';
import { idPart } from '../id-part';
import { type AccessGrantee, accessRole, makeAccessRole } from './access-role';
import type { Access } from './proxy-logic';

/** One grant, under an id that is the same for the same access. */
interface AccessGrant {
  readonly id: string;
  readonly grant: RequiredGrant;
  readonly make: (id: string) => ITerraformDependable;
}

/**
 * Grants what built-in job logic needs, in the grantee's scope, each once however many logics need it.
 *
 * @returns what has to exist before the handler
 */
export function grantAccess(grantee: AccessGrantee, access: readonly Access[]): ITerraformDependable[] {
  const grants = new Map(access.map((one) => accessGrant(grantee, one)).map((one) => [one.id, one]));
  return [...grants.values()].flatMap(({ id, grant, make }) => grantee.grants.need(grant, () => make(id)));
}

function accessGrant(grantee: AccessGrantee, access: Access): AccessGrant {
  if (access.on === 'account') return actAsAccess(grantee, access.account);
  const project = access.project ?? grantee.project;
  // No name of a topic, a job or a service holds an @, so that no name and project make the id of another pair.
  const elsewhere = isOwnProject(grantee, project) ? '' : `-@${idPart(grantee.scope, project)}`;
  switch (access.on) {
    case 'workflows':
      return projectAccess(grantee, {
        id: `WorkflowsAccess${elsewhere}`,
        project,
        role: PROXY_ACCESS['workflow-execution'].role as string,
      });
    case 'builds':
      return buildAccess(grantee, project, elsewhere);
    case 'job':
      return jobAccess(grantee, { ...access, project }, elsewhere);
    case 'topic':
      return topicAccess(grantee, { ...access, project }, elsewhere);
    case 'service':
      return serviceAccess(grantee, { ...access, project }, elsewhere);
  }
}

function isOwnProject({ scope, project }: AccessGrantee, other: string): boolean {
  return expressionOf(scope, other) === expressionOf(scope, project);
}

function actAsAccess({ scope, member, provider }: AccessGrantee, given: string): AccessGrant {
  const account = givenAccount(emailInName(given));
  return {
    // By what was given where it is a token, which is the shorter expression, and stays the same.
    id: `ActAs-${idPart(scope, Token.isUnresolved(given) ? given : account.email)}`,
    grant: actAsGrant({ account, member }),
    make: (id) => makeActAs(scope, id, { account, member, provider }),
  };
}

interface ProjectAccess {
  readonly id: string;
  readonly project: string;
  readonly role: string;
}

function projectAccess(
  { scope, member, provider }: AccessGrantee,
  { id, project, role }: ProjectAccess,
  prerequisites: () => ITerraformDependable[] = () => [],
): AccessGrant {
  return {
    id,
    grant: { role, member, on: `project ${project}` },
    make: () =>
      new ProjectIamMember(scope, id, {
        provider,
        project,
        role,
        member,
        dependsOn: dependsOn(scope, prerequisites()),
      }),
  };
}

function buildAccess(grantee: AccessGrantee, project: string, elsewhere: string): AccessGrant {
  const role = accessRole(grantee, 'cloud-build-trigger', project, elsewhere);
  const access = { id: `BuildAccess${elsewhere}`, project, role: role.name };
  const { grant, ...rest } = projectAccess(grantee, access, () => [makeAccessRole(grantee, role)]);
  return { ...rest, grant: { ...grant, permissions: role.permissions } };
}

type Placed<A> = A & { readonly project: string };

function jobAccess(
  grantee: AccessGrantee,
  { project, location, job }: Placed<Access & { on: 'job' }>,
  elsewhere: string,
): AccessGrant {
  const { scope, member, provider } = grantee;
  const role = accessRole(grantee, 'cloud-run-job', project, elsewhere);
  return {
    id: `JobAccess-${idPart(scope, location)}-${idPart(scope, job)}${elsewhere}`,
    grant: {
      role: role.name,
      permissions: role.permissions,
      member,
      on: `the Cloud Run job ${job} in ${location} of project ${project}`,
    },
    make: (id) =>
      new CloudRunV2JobIamMember(scope, id, {
        provider,
        project,
        location,
        name: job,
        role: role.name,
        member,
        dependsOn: dependsOn(scope, [makeAccessRole(grantee, role)]),
      }),
  };
}

function topicAccess(
  { scope, member, provider }: AccessGrantee,
  { project, topic }: Placed<Access & { on: 'topic' }>,
  elsewhere: string,
): AccessGrant {
  const role = PROXY_ACCESS['pub-sub'].role as string;
  const ofProject = elsewhere === '' ? '' : ` of project ${project}`;
  return {
    id: `TopicAccess-${idPart(scope, topic)}${elsewhere}`,
    grant: { role, member, on: `the topic ${topic}${ofProject}` },
    make: (id) => new PubsubTopicIamMember(scope, id, { provider, project, topic, role, member }),
  };
}

function serviceAccess(
  { scope, member, provider }: AccessGrantee,
  { project, location, service }: Placed<Access & { on: 'service' }>,
  elsewhere: string,
): AccessGrant {
  const role = 'roles/run.invoker';
  const ofProject = elsewhere === '' ? '' : ` of project ${project}`;
  return {
    id: `ServiceAccess-${idPart(scope, location)}-${idPart(scope, service)}${elsewhere}`,
    grant: { role, member, on: `the Cloud Run service ${service} in ${location}${ofProject}` },
    make: (id) =>
      new CloudRunV2ServiceIamMember(scope, id, { provider, project, location, name: service, role, member }),
  };
}
