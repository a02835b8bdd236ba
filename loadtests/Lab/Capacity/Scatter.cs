using System.Numerics;
using MathNet.Numerics.Distributions;

namespace DroneDelivery.LoadTests.Lab.Capacity;

/// <summary>
/// A normal deviation of places on a curve from one trial to the next. It averages a function of the place over the deviation.
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
    /// <param name="values">The function's value at each place.</param>
    public double[] Average(double[] values) =>
        [.. _rows.Select(row => Math.Log(Math.Max(MinAverage, Dot(row.Weights, values, row.First))))];

    /// <summary>
    /// Adds to each sum the average at its place, which is the middle of the deviation. The places have equal distances.
    /// </summary>
    /// <param name="first">The place of the first sum.</param>
    /// <param name="distance">From the place of one sum to that of the next.</param>
    /// <returns>The largest sum.</returns>
    public double AddTo(Span<double> sums, double first, double distance, double[] averages)
    {
        var (point, each, last) = ((first - _from) / _step, distance / _step, averages.Length - 1);
        var largest = double.NegativeInfinity;
        for (var i = 0; i < sums.Length; i++)
        {
            var at = Math.Clamp(point + (i * each), 0, last);
            var below = Math.Min((int)at, last - 1);
            sums[i] += averages[below] + ((at - below) * (averages[below + 1] - averages[below]));
            largest = Math.Max(largest, sums[i]);
        }

        return largest;
    }

    /// <summary>The place at which the average of growing values reaches a value.</summary>
    public double PlaceOf(double value, double[] averages)
    {
        var above = Math.Clamp(Array.FindIndex(averages, average => average >= Math.Log(value)), 1, averages.Length - 1);
        var (low, high) = (averages[above - 1], averages[above]);
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

    private static double Dot(double[] weights, double[] values, int first)
    {
        var (sums, i) = (Vector<double>.Zero, 0);
        for (; i <= weights.Length - Vector<double>.Count; i += Vector<double>.Count)
        {
            sums += new Vector<double>(weights, i) * new Vector<double>(values, first + i);
        }

        var sum = Vector.Sum(sums);
        for (; i < weights.Length; i++)
        {
            sum += weights[i] * values[first + i];
        }

        return sum;
    }
}
