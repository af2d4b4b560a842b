import { rmSync } from 'node:fs';

for (const directory of process.argv.slice(2)) rmSync(directory, { recursive: true, force: true });
