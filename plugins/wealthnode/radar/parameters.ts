/** Anomalies: B. Iglewicz and D. Hoaglin, How to Detect and Handle Outliers, ASQC 1993. The threshold itself is a setting. */
export const anomaly = {
  /** Days before a day that it is compared with. */
  baselineDays: 28,
  /** Fewest days to compare with. */
  leastBaselineDays: 7,
  /** Above this modified z-score an anomaly is red. */
  redZ: 7,
  /** The least deviation that counts, as a share of the median and in GBP, so that a flat history gives no infinity. */
  leastDeviation: { share: 0.05, value: 0.01 }
}

/** Trend: Mann-Kendall test, R. O. Gilbert, Statistical Methods for Environmental Pollution Monitoring, 1987, chapter 16. */
export const trend = { leastDays: 8, significance: 0.05 }

/** The weight of the newest day in an exponentially weighted moving average. */
export const lambda = 0.3

/** Drift: EWMA control chart, NIST/SEMATECH e-Handbook of Statistical Methods, 6.3.2.4. */
export const drift = { limitSigmas: 3, days: 14 }

/**
 * Forecast: `smoothing.ts` and `forecast.ts` name the sources of the method. Hyndman and Athanasopoulos recommend a damping
 * of 0.8 to 0.98. The other values are ours; `test/bench/coverage.ts` prints what they achieve.
 */
export const forecast = {
  /** Complete days that it rests on, where there are so many: 13 weeks. */
  historyDays: 91,
  leastHistoryDays: 7,
  /** How fast the level follows the costs: one of these. */
  levels: [0.02, 0.1, 0.3, 0.7],
  /** How fast the slope follows the level, and what is left of it a day later: one of these. */
  slopes: [
    { slope: 0, damping: 1 },
    { slope: 0.1, damping: 0.9 },
    { slope: 0.1, damping: 0.98 }
  ],
  /** The days that give the first level, and those after which expectations are compared with what came. */
  startDays: 7,
  warmUpDays: 11,
  /** Above this modified z-score a single day is left out, if no larger a share of the days is so far from the median. */
  outlierZ: 7,
  mostOutliers: 0.04,
  /** Fewest weeks from which weekdays are told apart. */
  leastWeeks: 2,
  /** What the ratio of variances between and within weekdays has to be for a season to be believed, and of a bias likewise. */
  seasonCaution: 1.5,
  biasCaution: 2,
  /** Stretches of days of which the errors are known, at least; a longer stretch to come is extrapolated from a shorter one. */
  leastStretches: 3,
  /**
   * Overlapping stretches tell as much of a variance as one and a half times as many separate ones (A. W. Lo and A. C. MacKinlay, The
   * size and power of the variance ratio test in finite samples, Journal of Econometrics 40, 1989).
   */
  overlapGain: 1.5,
  /** The error of a sum grows with this power of its days: 0.5 if days were independent, 1.5 if they were a random walk. */
  spreadGrowth: 0.75,
  /** By how much a band is wider that looks as far ahead as the history is long: errors within it cannot show that. */
  shortHistory: 1.5,
  /** A bias comes from a trend that damping holds back: it grows with the square of the days. */
  biasGrowth: 2,
  /** Errors are relative to the expected daily cost, or to this share of the average one if that is more. */
  leastScale: 0.3,
  /** The least standard deviation of a day, relative to its cost, so that equal days do not give a band without width. */
  leastDeviation: 0.01
}

/** Most groups that an answer lists. */
export const mostGroups = 10
