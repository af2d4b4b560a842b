import { ENVIRONMENT } from '../contract/environment';
import type { Proxy as ProxySettings } from '../contract/proxies';
import { jsonText } from './json-text';
import type { ProxyLogic, ProxyLogics } from './proxy-logic';

/**
 * The environment variable that holds the settings of built-in job logics, in a handler of a project; none without them.
 *
 * Sorted by name, so that logics that change places change nothing of the handler.
 */
export function settingsVariable(logics: ProxyLogics, project: string): Record<string, string> {
  const entries = Object.entries(logics).sort(([one], [other]) => (one < other ? -1 : 1));
  if (entries.length === 0) return {};
  const settings = entries.map(([name, logic]) => [name, settingsIn(project, logic)]);
  return { [ENVIRONMENT.PROXIES]: jsonText(Object.fromEntries(settings)) };
}

function settingsIn(project: string, { settings }: ProxyLogic): ProxySettings {
  return 'project' in settings ? { ...settings, project: settings.project ?? project } : settings;
}
