// Marks files as executable: the compiler does not, and npx runs the command line from the tree itself.
import { chmodSync } from 'node:fs';

for (const file of process.argv.slice(2)) chmodSync(file, 0o755);
