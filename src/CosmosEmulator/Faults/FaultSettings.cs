using System.Globalization;
using DroneDelivery.CosmosEmulator.Protocol;

namespace DroneDelivery.CosmosEmulator.Faults;

/// <summary>What the emulator does wrong on purpose; nothing by default.</summary>
/// <param name="SlowPartitions">
/// Factors of the latency that is drawn for a data call, by the id of its partition key range, in every container.
/// </param>
/// <param name="ErrorShare">The share of data calls, from 0 to 1, that fail with <paramref name="ErrorStatus"/>.</param>
/// <param name="ErrorStatus">One of the statuses with which the service fails for a while.</param>
/// <param name="Seed">Which calls fail: the same ones in the order of arrival.</param>
internal sealed record FaultSettings(
    IReadOnlyDictionary<string, double> SlowPartitions,
    double ErrorShare = 0,
    int ErrorStatus = CosmosStatus.ServiceUnavailable,
    int Seed = 1)
{
    private const double HighestFactor = 1000;

    private static readonly int[] ErrorStatuses =
    [
        CosmosStatus.RequestTimeout,
        CosmosStatus.RetryWith,
        CosmosStatus.InternalServerError,
        CosmosStatus.ServiceUnavailable,
    ];

    public static FaultSettings None { get; } = new(new Dictionary<string, double>());

    /// <summary>What is wrong with the settings; null when they can be applied.</summary>
    public string? FindFault()
    {
        if (!(ErrorShare is >= 0 and <= 1))
        {
            return FormattableString.Invariant($"The error share {ErrorShare} is not between 0 and 1.");
        }

        return ErrorStatuses.Contains(ErrorStatus)
            ? SlowPartitions.Select(FindFault).FirstOrDefault(fault => fault is not null)
            : $"The error status {ErrorStatus} is not one of {string.Join(", ", ErrorStatuses)}.";
    }

    private static string? FindFault(KeyValuePair<string, double> slow)
    {
        if (!int.TryParse(slow.Key, NumberStyles.None, CultureInfo.InvariantCulture, out _))
        {
            return $"The slow partition '{slow.Key}' is not the id of a partition key range such as 3.";
        }

        return slow.Value is > 0 and <= HighestFactor
            ? null
            : FormattableString.Invariant(
                $"The latency factor {slow.Value} of partition {slow.Key} is not above 0 and at most {HighestFactor}.");
    }
}
