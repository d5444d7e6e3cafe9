/** The explorer. A test that explores loads it on demand, as one module. */
export { assertConverges } from '../../conformance/explore/assert-converges.ts'
export { exploreWith } from '../../conformance/explore/explore.ts'
export { partOf } from '../../conformance/explore/shard.ts'
