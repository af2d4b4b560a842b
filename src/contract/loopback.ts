/**
 * Whether a URL leads back to this machine by plain HTTP: only there may a request go unencrypted, and none that goes
 * there carries a credential.
 */
export function isLoopback({ protocol, hostname }: Pick<URL, 'protocol' | 'hostname'>): boolean {
  const isLocal = hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
  return protocol === 'http:' && isLocal;
}
