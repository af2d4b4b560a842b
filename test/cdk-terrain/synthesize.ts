/** Prints every construct as the toolkit synthesizes it that `tsconfig.json` beside this file names. */
import { Testing } from 'cdktf';
import { everyConstruct } from '../support/every-construct';

const stacks = everyConstruct(Testing.app()).map((stack) => [
  stack.node.id,
  JSON.parse(Testing.synth(stack, true)),
]);
const toolkit = require('cdktf/package.json') as { name: string; version: string };
process.stdout.write(
  JSON.stringify({
    toolkit: `${toolkit.name} ${toolkit.version}`,
    stacks: Object.fromEntries(stacks),
  }),
);
