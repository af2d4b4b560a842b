export { archiveSerializer, type SnapshotSerializer } from './archive-serializer';
export { grantsOf, type SynthesizedGrant } from './grants-of';
export { jobsOf } from './jobs-of';
export { redactArchives } from './redact-archives';
export { resourceOf, type SynthesizedResource } from './resource-of';
export { stableSynth } from './stable-synth';
export { type BundleStub, stubBundles } from './stub-bundles';
