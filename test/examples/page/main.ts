/** Starts the page with the service in its query, or else with an emulator in the page. */

const isRemote = new URLSearchParams(location.search).has('api')
void (isRemote ? import('./remote.ts') : import('./emulated.ts'))
