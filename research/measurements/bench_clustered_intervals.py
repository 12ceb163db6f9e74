"""Coverage of intervals that draw whole clusters, in simulated collections.

Run: python -m research.measurements.bench_clustered_intervals [--collections 1000] [--clusters 4,6,20]
"""

from __future__ import annotations

import argparse

import numpy as np

from core.evaluation.metrics import SCORES
from research.benchmark.clustered import ClusterCounts, clustered_scores

SHARES = ((0.90, 0.88), (0.98, 0.985))
"""A_s and A_u in a cluster of the middle."""
SPREADS = (0.0, 0.8)
"""Standard deviation of the log odds of a right answer between clusters."""
TOGETHER = 0.7
"""Weight of what seen and unseen words of a cluster have in common."""
IMAGES = {4: (50, 40), 6: (25, 110), 20: (50, 9), 29: (10, 120)}
"""Mean numbers of seen and unseen words of a cluster; for 20 and 29 about those of GW by pages and DHSD by writers."""


def simulate(
    clusters: int, images: tuple[int, int], share: tuple[float, float], spread: float, rng: np.random.Generator
) -> ClusterCounts:
    """Return the answers to one collection; clusters differ in size by a factor of up to three."""
    sizes = rng.uniform(0.5, 1.5, clusters)
    counts = np.stack([np.maximum(1, rng.poisson(n * sizes)) for n in images], axis=1)
    common, own = rng.normal(size=(clusters, 1)), rng.normal(size=(clusters, 2))
    odds = np.log(np.array(share) / (1 - np.array(share)))
    odds = odds + spread * (TOGETHER * common + (1 - TOGETHER**2) ** 0.5 * own)
    return ClusterCounts(rng.binomial(counts, 1 / (1 + np.exp(-odds))).astype(float), counts)


def true_scores(share: tuple[float, float], spread: float) -> dict[str, float]:
    """Return the scores over all clusters that could be drawn, by numerical integration."""
    points, weights = np.polynomial.hermite_e.hermegauss(80)
    A_s, A_u = (
        float((weights / (1 + np.exp(-np.log(p / (1 - p)) - spread * points))).sum() / weights.sum()) for p in share
    )
    return {"A_s": A_s, "A_u": A_u, "h": 2 * A_s * A_u / (A_s + A_u), "A_b": min(A_s, A_u)}


def main() -> None:
    """Print the share of collections whose 95 % interval holds the truth, for each case."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--collections", type=int, default=1_000)
    parser.add_argument("--clusters", default="4,6,20")
    options = parser.parse_args()
    rng = np.random.default_rng(0)
    print("clusters", "A_s in the middle", "spread", *SCORES, sep=" | ")
    for clusters in (int(number) for number in options.clusters.split(",")):
        for share in SHARES:
            for spread in SPREADS:
                truth, held = true_scores(share, spread), dict.fromkeys(SCORES, 0)
                for _ in range(options.collections):
                    scores = clustered_scores(simulate(clusters, IMAGES[clusters], share, spread, rng))
                    for name in SCORES:
                        interval = scores[f"{name}_interval"]
                        held[name] += bool(interval and interval[0] <= truth[name] <= interval[1])
                shares = [f"{held[name] / options.collections:.3f}" for name in SCORES]
                print(clusters, share[0], spread, *shares, sep=" | ", flush=True)


if __name__ == "__main__":
    main()
