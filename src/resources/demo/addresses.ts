/** How believable addresses are made: streets in towns, with the post code and telephone of the town. */

interface RandomSource {
  integer(min: number, max: number): number
  pick<T>(values: readonly T[]): T
}

/** Each with the figures that its post codes begin with, and its telephone numbers. */
const towns = {
  Utrecht: ['35', '30'],
  Amsterdam: ['10', '20'],
  Rotterdam: ['30', '10'],
  Eindhoven: ['56', '40'],
  Groningen: ['97', '50'],
  Zwolle: ['80', '38'],
  Arnhem: ['68', '26'],
  Leiden: ['23', '71'],
  Almere: ['13', '36'],
  Amersfoort: ['38', '33'],
  Apeldoorn: ['73', '55'],
  Assen: ['94', '592'],
  Breda: ['48', '76'],
  Delft: ['26', '15'],
  'Den Bosch': ['52', '73'],
  'Den Haag': ['25', '70'],
  Deventer: ['74', '570'],
  Dordrecht: ['33', '78'],
  Ede: ['67', '318'],
  Enschede: ['75', '53'],
  Gouda: ['28', '182'],
  Haarlem: ['20', '23'],
  Hilversum: ['12', '35'],
  Leeuwarden: ['89', '58'],
  Lelystad: ['82', '320'],
  Maastricht: ['62', '43'],
  Middelburg: ['43', '118'],
  Nijmegen: ['65', '24'],
  Tilburg: ['50', '13'],
  Venlo: ['59', '77'],
} as const

type Town = keyof typeof towns

export const townNames = Object.keys(towns) as Town[]

/** A town that nobody knows is taken for the first. */
const findTown = (name: string) => towns[Object.hasOwn(towns, name) ? (name as Town) : 'Utrecht']

const streets = [
  'Dorpsstraat',
  'Kerkstraat',
  'Stationsweg',
  'Molenweg',
  'Schoolstraat',
  'Julianalaan',
  'Beukenlaan',
  'Lindelaan',
  'Havenkade',
  'Marktplein',
  'Nieuwstraat',
  'Parkweg',
  'Eikenlaan',
  'Industrieweg',
  'Oranjestraat',
  'Rozenstraat',
  'Singel',
  'Spoorlaan',
  'Tulpstraat',
  'Vijverlaan',
  'Wilhelminaplein',
  'Zandweg',
  'Kanaalstraat',
  'Burgemeesterslaan',
]

const letters = [...'ABCDEFGHJKLMNPRTVWXZ']

/** An address in a town; in any, if none is named. */
export function demoAddress(
  chance: RandomSource,
  addressee: string | null = null,
  town: string = chance.pick(townNames),
) {
  const [postalPrefix] = findTown(town)
  return {
    addressee,
    address: `${chance.pick(streets)} ${chance.integer(1, 180)}`,
    address_line2: null,
    postal_code: `${postalPrefix}${chance.integer(11, 99)} ${chance.pick(letters)}${chance.pick(letters)}`,
    city: town,
    country: 'NL',
    state_province: null,
  }
}

/** A telephone number in a town. */
export function demoPhone(chance: RandomSource, town: string): string {
  const [, areaCode] = findTown(town)
  const subscriberDigits = 9 - areaCode.length
  return `+31${areaCode}${chance.integer(2 * 10 ** (subscriberDigits - 1), 10 ** subscriberDigits - 1)}`
}
