/** Creates the body of a delivery. */

/** Creates the JSON text of a payload. `data` is JSON text from the time of the commit. */
export const createEnvelope = (
  event: string,
  tenant: Readonly<Record<string, string>> | undefined,
  data: string,
): string => `${JSON.stringify({ event, ...tenant }).slice(0, -1)},"event_data":${data}}`
