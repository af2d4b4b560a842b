import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ContractPart, publicContract } from './public-contract';

const FILE = join(__dirname, 'frozen-contract.json');

/** The contract of the last release, and of what was frozen since. */
export function frozenContract(): Record<ContractPart, unknown> {
  return JSON.parse(readFileSync(FILE, 'utf8'));
}

/** Freezes the contract as it is now: `npm run freeze`. */
if (require.main === module) writeFileSync(FILE, `${JSON.stringify(publicContract(), null, 2)}\n`);
