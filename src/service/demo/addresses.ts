/** Generates addresses and phone numbers in Dutch towns. */
import * as d from '../../engine/define/define.ts'

/** Towns with the first digits of their postal codes and their area codes. */
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

/** Returns the codes of a town, or those of the first town if the name is unknown. */
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

/** Generates an address in the town, or in a random town. */
export function demoAddress(
  random: d.RandomStream,
  addressee: string | null = null,
  town: string = random.pick(townNames),
) {
  const [postalPrefix] = findTown(town)
  return {
    addressee,
    address: `${random.pick(streets)} ${random.integer(1, 180)}`,
    address_line2: null,
    postal_code: `${postalPrefix}${random.integer(11, 99)} ${random.pick(letters)}${random.pick(letters)}`,
    city: town,
    country: 'NL',
    state_province: null,
  }
}

/** Generates a phone number in the town. */
export function demoPhone(random: d.RandomStream, town: string): string {
  const [, areaCode] = findTown(town)
  const subscriberDigits = 9 - areaCode.length
  return `+31${areaCode}${random.integer(2 * 10 ** (subscriberDigits - 1), 10 ** subscriberDigits - 1)}`
}
