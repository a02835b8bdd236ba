using MathNet.Numerics;
using MathNet.Numerics.LinearRegression;

namespace DroneDelivery.LoadTests.Lab.Capacity;

/// <summary>
/// The universal scalability law: throughput with n requests in the system is λ n / (1 + σ (n - 1) + κ n (n - 1)). σ is
/// contention: work that only one request can do at a time. κ is coherency: work that each request must coordinate with each
/// other. Source: Gunther, Guerrilla Capacity Planning (2007), chapter 4.
/// </summary>
/// <param name="Lambda">The throughput with one request at a time, in requests per second.</param>
/// <param name="Fit">The share of the throughputs' variation that the curve explains (R squared).</param>
public sealed record ScalabilityModel(double Lambda, double Sigma, double Kappa, double Fit)
{
    private const int MinPoints = 4;

    /// <summary>If there are hardly ever two requests at a time, contention and coherency cannot be estimated.</summary>
    private const double MinInFlight = 2;

    /// <summary>The number of requests in the system at which throughput is highest; infinite if it never falls.</summary>
    [JsonIgnore]
    public double PeakInFlight => Kappa > 0 ? Math.Sqrt(Math.Max(0, 1 - Sigma) / Kappa) : double.PositiveInfinity;

    public double ThroughputAt(double inFlight) =>
        Lambda * inFlight / (1 + (Sigma * (inFlight - 1)) + (Kappa * inFlight * (inFlight - 1)));

    /// <summary>
    /// Least squares of n / throughput, which is a parabola in n. If a coefficient is negative, the best fit without one or both
    /// of contention and coherency.
    /// </summary>
    /// <returns>Null if there are too few different points, or if throughput does not grow with n.</returns>
    public static ScalabilityModel? FitTo(IReadOnlyList<(double InFlight, double Throughput)> points)
    {
        var used = points.Where(point => point is { InFlight: > 0, Throughput: > 0 }).ToList();
        if (used.DistinctBy(point => point.InFlight).Count() < MinPoints || used.Max(point => point.InFlight) < MinInFlight)
        {
            return null;
        }

        var model = new[] { (true, true), (true, false), (false, true), (false, false) }
            .Select(terms => Solve(used, terms.Item1, terms.Item2))
            .Where(c => c is [> 0, >= 0, >= 0])
            .Select(c => new ScalabilityModel(1 / c[0], c[1] / c[0], c[2] / c[0], 0))
            .MinBy(each => each.RelativeSquares(used));
        return model is null ? null : model with { Fit = model.Explained(used) };
    }

    /// <summary>
    /// The coefficients of 1, n - 1 and n (n - 1) in n / throughput; 0 for a term that is left out. Each equation is divided by
    /// its right side, so that the fit minimizes relative errors.
    /// </summary>
    private static double[] Solve(IReadOnlyList<(double InFlight, double Throughput)> points, bool contention, bool coherency)
    {
        var rows = points.Select(point => Row(point.InFlight, contention, coherency, point.Throughput / point.InFlight));
        var found = MultipleRegression.QR([.. rows], [.. points.Select(_ => 1.0)]);
        return [found[0], contention ? found[1] : 0, coherency ? found[^1] : 0];
    }

    private static double[] Row(double n, bool contention, bool coherency, double weight) =>
    [
        weight,
        .. contention ? [weight * (n - 1)] : Array.Empty<double>(),
        .. coherency ? [weight * n * (n - 1)] : Array.Empty<double>(),
    ];

    /// <summary>The sum of squared relative errors, which the fit minimizes.</summary>
    private double RelativeSquares(IReadOnlyList<(double InFlight, double Throughput)> points) =>
        points.Sum(point => Math.Pow(1 - (point.Throughput / ThroughputAt(point.InFlight)), 2));

    private double Explained(IReadOnlyList<(double InFlight, double Throughput)> points)
    {
        var share = GoodnessOfFit.CoefficientOfDetermination(
            points.Select(point => ThroughputAt(point.InFlight)), points.Select(point => point.Throughput));
        return double.IsFinite(share) ? share : 0;
    }
}

/// <summary>
/// The throughput of several instances, each on a separate machine, predicted from one. At best they share nothing,
/// and each has the throughput of this one. At worst they share everything that limits this one: the scalability law
/// then applies to the requests of all instances in one system.
/// </summary>
/// <param name="Instances">The number of instances.</param>
/// <param name="Low">The worst case, in requests per second.</param>
/// <param name="High">The best case, in requests per second.</param>
/// <param name="CappedBy">The shared limit that lowers the best case; null if there is none.</param>
public sealed record InstancePrediction(int Instances, double Low, double High, SharedLimit? CappedBy)
{
    /// <param name="capacity">The capacity of one instance, in requests per second.</param>
    /// <param name="inFlight">The requests in the system at that rate.</param>
    /// <param name="shared">The limit of a resource that all instances share; null if none is known.</param>
    public static InstancePrediction ForInstances(
        int instances, double capacity, double inFlight, ScalabilityModel model, SharedLimit? shared)
    {
        var together = Math.Min(instances * inFlight, Math.Max(inFlight, model.PeakInFlight));
        var low = capacity * Math.Max(1, model.ThroughputAt(together) / model.ThroughputAt(inFlight));
        var cap = shared?.Rate < capacity * instances ? shared : null;
        var high = cap?.Rate ?? capacity * instances;
        return new InstancePrediction(instances, Math.Min(low, high), high, cap);
    }
}
