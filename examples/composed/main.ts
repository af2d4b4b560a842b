/**
 * A team with an existing project: a platform stack with the store and a handler that it shares, and the stacks
 * of two teams with jobs. The runs are recorded in a database that the project has already.
 *
 * npx cdktf synth --app 'tsx --tsconfig examples/tsconfig.json examples/composed/main.ts'
 */
// region app
import { App } from 'cdktf';
import { Analytics } from './analytics';
import { Billing } from './billing';
import { Platform } from './platform';

const app = new App();
const { store, handler } = new Platform(app, 'platform');
new Billing(app, 'billing', handler);
new Analytics(app, 'analytics', { handler, store });
app.synth();
// endregion
