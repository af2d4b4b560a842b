import { rm } from 'node:fs/promises';

/** Stops what `global-setup.ts` started. */
export default async function globalTeardown(): Promise<void> {
  await globalThis.runningFirestore?.stop();
  const directory = globalThis.temporaryDirectory;
  if (directory !== undefined) await rm(directory, { recursive: true, force: true });
}
