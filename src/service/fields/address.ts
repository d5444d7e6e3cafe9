/** The shapes of an address in records and in request bodies. */
import * as d from '../../engine/define/define.ts'

const splitWords = (text: string): string[] => text.trim().split(/\s+/)

export const countries = splitWords(`
  AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ
  BR BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM
  DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS
  GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN
  KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ
  MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM
  PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV
  SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI
  VN VU WF WS YE YT ZA ZM ZW
`)

const states = splitWords(`
  AL AK AZ AR CA CO CT DC DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH
  NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY
`)

const optionalLines = {
  addressee: d.string().nullable(),
  address_line2: d.string().nullable(),
  state_province: d.choice(states).nullable(),
}

/** The address in a record. */
export const Address = d
  .object({
    ...optionalLines,
    address: d.string().required(),
    postal_code: d.string().required(),
    city: d.string().required(),
    country: d.choice(countries).required(),
  })
  .nullable()

/** The address in the body of a create; it is stored as `field`. */
export const addressCreateBody = (field = 'address') => Address.storedAs(field)

/** The address in the body of an update. Omitted lines keep their values. */
export const addressUpdateBody = (field = 'address') =>
  d
    .object({
      ...optionalLines,
      address: d.string(),
      postal_code: d.string(),
      city: d.string(),
      country: d.choice(countries),
    })
    .nullable()
    .storedAs(field)
