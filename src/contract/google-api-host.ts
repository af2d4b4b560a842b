/** Whether a host is one of Google's APIs: an access token for all of them may go there and nowhere else. */
export function isGoogleApiHost(hostname: string): boolean {
  return hostname === 'googleapis.com' || hostname.endsWith('.googleapis.com');
}
