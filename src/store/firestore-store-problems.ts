import {
  choiceProblems,
  literalBooleanProblems,
  projectProblems,
  providerProblems,
  requiredProblems,
  textProblems,
  unknownProps,
} from '../checks';
import type { Problem } from '../problem';
import type {
  FirestoreCollectionProps,
  FirestoreDatabaseReference,
  FirestoreStoreProps,
} from './firestore-store-props';
import { REMOVAL_POLICIES } from './firestore-store-props';
import { RECORD_ACCESS } from './record-access-role';

const COMMON_NAMES = ['collection', 'recordAccess', 'enableApis', 'project', 'provider'];
const STORE_NAMES = ['location', 'databaseName', 'removalPolicy', ...COMMON_NAMES];
const REFERENCE_NAMES = ['databaseName', 'managesFields', ...COMMON_NAMES];

const NEW_NAME = '(?![0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$)[a-z][a-z0-9-]{2,61}[a-z0-9]';

const DATABASE_NAME = {
  pattern: new RegExp(`^${NEW_NAME}$`),
  must: 'be 4 to 63 lower-case letters, digits and hyphens, first a letter, last no hyphen, no UUID',
  fix: 'leave it out for a name from the place of the construct',
};

const EXISTING_NAME = {
  pattern: new RegExp(`^(?:${NEW_NAME}|\\(default\\))$`),
  must: 'be the name of a database, or (default)',
  fix: 'look it up with gcloud firestore databases list',
};

const LOCATION = {
  pattern: /^[a-z]+(?:-[a-z]+)?\d+$/,
  must: 'be a Firestore location',
  fix: "write it as in 'europe-west1' or 'eur3'",
};

const COLLECTION = {
  pattern: /^(?!\.{1,2}$)(?!__.*__$)[^/]{1,1500}$/,
  must: 'be 1 to 1500 bytes without a slash, not `.`, `..` or `__…__`',
};

/** Every problem of a new store's props. */
export function firestoreStoreProblems(props: FirestoreStoreProps): Problem[] {
  return [
    ...unknownProps(props, STORE_NAMES),
    ...requiredProblems('location', props.location, "write location: 'europe-west1' or another one"),
    ...textProblems('location', props.location ?? undefined, LOCATION),
    ...textProblems('databaseName', props.databaseName, DATABASE_NAME),
    ...choiceProblems('removalPolicy', props.removalPolicy, REMOVAL_POLICIES),
    ...collectionProblems(props),
  ];
}

/** Every problem of the reference to a database that exists. */
export function firestoreReferenceProblems(props: FirestoreDatabaseReference): Problem[] {
  return [
    ...unknownProps(props, REFERENCE_NAMES),
    ...requiredProblems('databaseName', props.databaseName, "write databaseName: '(default)' or another one"),
    ...textProblems('databaseName', props.databaseName ?? undefined, EXISTING_NAME),
    ...requiredProblems(
      'managesFields',
      props.managesFields,
      'write true, or false where another app manages the TTL policy of this collection',
    ),
    ...literalBooleanProblems('managesFields', props.managesFields ?? undefined),
    ...(props.managesFields === false
      ? requiredProblems('project', props.project, 'write the id of the project that the database is in')
      : []),
    ...collectionProblems(props),
  ];
}

function collectionProblems(props: FirestoreCollectionProps): Problem[] {
  return [
    ...textProblems('collection', props.collection, COLLECTION),
    ...providerProblems(props.provider),
    ...choiceProblems('recordAccess', props.recordAccess, RECORD_ACCESS),
    ...literalBooleanProblems('enableApis', props.enableApis),
    ...projectProblems('project', props.project),
  ];
}
