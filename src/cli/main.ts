#!/usr/bin/env node
import { bundleCommand } from './bundle-command';
import { type Command, EXIT } from './command';
import { timelineCommand } from './timeline-command';

/** A command loads what is heavy only when it runs: none waits for another's imports. */
const COMMANDS: Readonly<Record<string, Command>> = { timeline: timelineCommand, bundle: bundleCommand };

/** Terminals that tell no width, such as the log of a build, get this many columns. */
const DEFAULT_COLUMNS = 100;

const USAGE = [
  'Usage: deduped-scheduler <command> [arguments]',
  '',
  ...Object.entries(COMMANDS).map(([name, { summary }]) => `  ${name.padEnd(10)} ${summary}`),
  '',
  'deduped-scheduler <command> --help tells more.',
].join('\n');

function main([name = '', ...args]: readonly string[]): number {
  const terminal = {
    columns: process.stdout.columns ?? DEFAULT_COLUMNS,
    out: (text: string) => process.stdout.write(`${text}\n`),
    error: (text: string) => process.stderr.write(`${text}\n`),
  };
  if (name === '--help' || name === '-h') {
    terminal.out(USAGE);
    return EXIT.OK;
  }
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command !== undefined) return command.run(args, terminal);
  terminal.error(name === '' ? USAGE : `There is no command '${name}'.\n\n${USAGE}`);
  return EXIT.USAGE;
}

process.exitCode = main(process.argv.slice(2));
