export { chooseSplit, usualStickyKey } from './choose.ts'
export { hundredths, problemsOf, type Share, type TrafficRule } from './rules.ts'
