using System.Text.Json.Serialization;

namespace DroneDelivery.LoadTests.Insight.Capacity;

/// <summary>
/// The universal scalability law: throughput with n requests in the system is λ n / (1 + σ (n - 1) + κ n (n - 1)). σ stands for
/// what only one can do at a time (contention), κ for what each must settle with each other (coherency). Source: Gunther,
/// Guerrilla Capacity Planning (2007), chapter 4.
/// </summary>
/// <param name="Lambda">Throughput of one request at a time, in requests per second.</param>
/// <param name="Fit">The share of the throughputs' variation that the curve explains (R squared).</param>
public sealed record ScalabilityModel(double Lambda, double Sigma, double Kappa, double Fit)
{
    private const int LeastPoints = 4;

    /// <summary>With hardly ever two requests at a time nothing can be told of how they get in each other's way.</summary>
    private const double LeastInFlight = 2;

    /// <summary>The number in the system at which throughput is highest; infinite where it never falls.</summary>
    [JsonIgnore]
    public double PeakInFlight => Kappa > 0 ? Math.Sqrt(Math.Max(0, 1 - Sigma) / Kappa) : double.PositiveInfinity;

    public double ThroughputAt(double inFlight) =>
        Lambda * inFlight / (1 + (Sigma * (inFlight - 1)) + (Kappa * inFlight * (inFlight - 1)));

    /// <summary>
    /// Least squares of n / throughput, which is a parabola of n; a coefficient below
    /// zero is set to zero and the rest fitted again.
    /// </summary>
    /// <returns>Null where there are too few different points, or throughput does not grow with n.</returns>
    public static ScalabilityModel? Of(IReadOnlyList<(double InFlight, double Throughput)> points)
    {
        var used = points.Where(point => point is { InFlight: > 0, Throughput: > 0 }).ToList();
        if (used.DistinctBy(point => point.InFlight).Count() < LeastPoints || used.Max(point => point.InFlight) < LeastInFlight)
        {
            return null;
        }

        foreach (var (contention, coherency) in new[] { (true, true), (true, false), (false, true), (false, false) })
        {
            var c = Solve(used, contention, coherency);
            if (c is [> 0, >= 0, >= 0])
            {
                var model = new ScalabilityModel(1 / c[0], c[1] / c[0], c[2] / c[0], 0);
                return model with { Fit = model.Explained(used) };
            }
        }

        return null;
    }

    /// <summary>
    /// Coefficients of 1, n - 1 and n (n - 1) in n / throughput, weighted so that each throughput counts by its relative error.
    /// </summary>
    private static double[] Solve(IReadOnlyList<(double InFlight, double Throughput)> points, bool contention, bool coherency)
    {
        Func<double, double>[] terms = [_ => 1, n => contention ? n - 1 : 0, n => coherency ? n * (n - 1) : 0];
        var matrix = new double[3, 4];
        foreach (var (n, throughput) in points)
        {
            var (value, weight) = (n / throughput, throughput * throughput / (n * n));
            for (var row = 0; row < 3; row++)
            {
                for (var column = 0; column < 3; column++)
                {
                    matrix[row, column] += weight * terms[row](n) * terms[column](n);
                }

                matrix[row, 3] += weight * terms[row](n) * value;
            }
        }

        return LinearSystem.Solve(matrix);
    }

    private double Explained(IReadOnlyList<(double InFlight, double Throughput)> points)
    {
        var mean = points.Average(point => point.Throughput);
        var total = points.Sum(point => Math.Pow(point.Throughput - mean, 2));
        var left = points.Sum(point => Math.Pow(point.Throughput - ThroughputAt(point.InFlight), 2));
        return total > 0 ? 1 - (left / total) : 0;
    }
}
