/** Which version a dynamic label gives to a reader. */

export { chooseSplit } from './choose.ts'
export { hundredths, problemsOf, type Share, type TrafficRule } from './rules.ts'
