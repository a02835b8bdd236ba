using System.Runtime.Intrinsics;
using MathNet.Numerics.Distributions;

namespace DroneDelivery.LoadTests.Lab.Capacity;

/// <summary>
/// A normal deviation of places on a curve from one trial to the next. It averages functions of the place over the deviation,
/// four at a time: one for each size of clusters (<see cref="TrialMisses.Clusters"/>).
/// </summary>
internal sealed class Scatter
{
    /// <summary>Beyond this many deviations from the places, an average is that of the nearest end.</summary>
    private const double Reach = 4;
    private const double PointsInDeviation = 5;

    /// <summary>The lowest average, since zero has no logarithm.</summary>
    private const double MinAverage = 1e-300;

    private readonly double _from;
    private readonly double _step;
    private readonly (int First, double[] Weights)[] _rows;

    /// <param name="size">The standard deviation.</param>
    /// <param name="places">Places in equal steps. Beyond the first and the last the function is constant.</param>
    public Scatter(double size, IReadOnlyList<double> places)
    {
        Size = size;
        _from = places[0] - (Reach * size);
        _step = Math.Max(places[1] - places[0], size / PointsInDeviation);
        var count = (int)Math.Ceiling((places[^1] + (Reach * size) - _from) / _step) + 1;
        _rows = [.. Enumerable.Range(0, count).Select(point => Row(_from + (point * _step), places))];
    }

    public double Size { get; }

    /// <summary>The logarithms of the averages, for <see cref="AddTo"/>.</summary>
    /// <param name="values">The functions' values at each place.</param>
    public Vector256<double>[] Average(Vector256<double>[] values) =>
    [
        .. _rows.Select(row => Vector256.Log(Vector256.Max(
            Vector256.Create(MinAverage), WeightedSum(row.Weights, values.AsSpan(row.First, row.Weights.Length))))),
    ];

    /// <summary>Adds to each sum the average at its place, the middle of the deviation. Places have equal distances.</summary>
    /// <param name="first">The place of the first sum.</param>
    /// <param name="distance">From the place of one sum to that of the next.</param>
    /// <returns>The largest sums.</returns>
    public Vector256<double> AddTo(Span<Vector256<double>> sums, double first, double distance, Vector256<double>[] averages)
    {
        var (point, each, last) = ((first - _from) / _step, distance / _step, averages.Length - 1);
        var largest = Vector256.Create(double.NegativeInfinity);
        for (var i = 0; i < sums.Length; i++)
        {
            var at = Math.Clamp(point + (i * each), 0, last);
            var below = Math.Min((int)at, last - 1);
            sums[i] += averages[below] + ((averages[below + 1] - averages[below]) * (at - below));
            largest = Vector256.Max(largest, sums[i]);
        }

        return largest;
    }

    /// <summary>The place at which the average of growing values, the same for all four functions, reaches a value.</summary>
    public double PlaceOf(double value, Vector256<double>[] averages)
    {
        var above = Math.Clamp(Array.FindIndex(averages, average => average[0] >= Math.Log(value)), 1, averages.Length - 1);
        var (low, high) = (averages[above - 1][0], averages[above][0]);
        return _from + (_step * (above - 1 + Math.Clamp((Math.Log(value) - low) / (high - low), 0, 1)));
    }

    private (int First, double[] Weights) Row(double middle, IReadOnlyList<double> places)
    {
        var spacing = places[1] - places[0];
        var first = PlaceNumber(middle - (Reach * Size));
        var last = PlaceNumber(middle + (Reach * Size));
        double[] weights = [.. Enumerable.Range(first, last - first + 1).Select(number =>
            spacing / Size * Math.Exp(-Math.Pow((places[number] - middle) / Size, 2) / 2) / Math.Sqrt(2 * Math.PI))];
        weights[0] += first == 0 ? Normal.CDF(0, 1, (places[0] - middle) / Size) : 0;
        weights[^1] += last == places.Count - 1 ? Normal.CDF(0, 1, (middle - places[^1]) / Size) : 0;
        return (first, weights);

        int PlaceNumber(double place) => (int)Math.Clamp(Math.Round((place - places[0]) / spacing), 0, places.Count - 1);
    }

    private static Vector256<double> WeightedSum(double[] weights, ReadOnlySpan<Vector256<double>> values)
    {
        var sum = Vector256<double>.Zero;
        for (var i = 0; i < weights.Length; i++)
        {
            sum += values[i] * weights[i];
        }

        return sum;
    }
}
