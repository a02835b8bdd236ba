using DroneDelivery.LoadTests.Lab.Doctor;

namespace DroneDelivery.LoadTests.Lab.Capacity;

/// <summary>
/// What else had the machine while a trial ran: a trial that was disturbed tells of the machine, not of the system.
/// </summary>
internal static class Disturbance
{
    /// <summary>
    /// Shares of the machine, from 0 to 1, above which a rate that the system can take may look like one that it cannot.
    /// </summary>
    private const double MostStolen = 0.05;
    private const double MostOfOthers = 0.1;

    /// <param name="machine">Of the trial's measured stretch; null where the operating system does not tell.</param>
    /// <param name="ownShare">Of the machine, from 0 to 1: the system and the load generator.
    /// Null where the system's processes are not known.</param>
    /// <returns>In a sentence; null where nothing disturbed.</returns>
    public static string? Of(CpuTimes? machine, double? ownShare)
    {
        if (machine is not { Total: > 0 } passed)
        {
            return null;
        }

        var stolen = (double)passed.Steal / passed.Total;
        var others = ownShare is { } own ? ((double)passed.Used / passed.Total) - own : 0;
        return stolen > MostStolen ? FormattableString.Invariant($"The hypervisor took {stolen * 100:0} % of the machine.")
            : others > MostOfOthers ? FormattableString.Invariant($"Other programs took {others * 100:0} % of the machine.")
            : null;
    }
}
