import { fuzzSuite } from './every-endpoint/fuzz.ts'

fuzzSuite(2)
