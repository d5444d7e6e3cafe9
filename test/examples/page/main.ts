/** Starts the page: on the service that its address names, or else on an emulator in the page itself. */

const isElsewhere = new URLSearchParams(location.search).has('api')
void (isElsewhere ? import('./remote.ts') : import('./emulated.ts'))
