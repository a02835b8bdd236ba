using System.Globalization;

namespace DroneDelivery.LoadGenerator.Benchmarks;

/// <summary>What one run of a generator came to.</summary>
/// <param name="Requests">Those that were answered.</param>
/// <param name="Failed">Those that were not, or not as they should be.</param>
/// <param name="Elapsed">How long it really lasted, by the generator's own clock.</param>
/// <param name="Processor">User and system time of the generator's process.</param>
internal sealed record Cost(long Requests, long Failed, TimeSpan Elapsed, TimeSpan Processor)
{
    public double Microseconds => Processor.TotalMicroseconds / Requests;

    public double RequestsPerSecond => Requests / Elapsed.TotalSeconds;

    /// <summary>One line that <see cref="Read"/> understands.</summary>
    public string Write() => string.Create(
        CultureInfo.InvariantCulture, $"{Requests} {Failed} {Elapsed.TotalSeconds:R} {Processor.TotalSeconds:R}");

    public static Cost Read(string line)
    {
        var values = line.Split(' ').Select(value => double.Parse(value, CultureInfo.InvariantCulture)).ToArray();
        return new Cost((long)values[0], (long)values[1], TimeSpan.FromSeconds(values[2]), TimeSpan.FromSeconds(values[3]));
    }
}
