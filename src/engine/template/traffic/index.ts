export { chooseSplit } from './choose.ts'
export { hundredths, problemsOf, type Share, type TrafficRule } from './rules.ts'
