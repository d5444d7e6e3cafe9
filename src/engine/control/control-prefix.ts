/** The path of the control plane, below that of the server and below that of the service. */
export const controlPrefix = '/_emulator'
