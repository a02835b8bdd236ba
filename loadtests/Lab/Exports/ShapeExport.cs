using DroneDelivery.LoadTests.Engine.Thresholds;
using DroneDelivery.LoadTests.Lab.Http;

namespace DroneDelivery.LoadTests.Lab.Exports;

/// <summary>Converts a load of the command line for other tools.</summary>
internal static class ShapeExport
{
    private const string Name = "load";

    /// <exception cref="FormatException">Other tools have no such load.</exception>
    public static ExportedLoad FromShape(LoadShape shape, IReadOnlyList<Threshold> thresholds) => shape switch
    {
        UserShape { Profile: var users } => new ExportedUsers(Name, users, thresholds),
        ArrivalShape { EvenlySpaced: true, Profile: var open } => new ExportedArrivals(Name, open, thresholds),
        _ => throw new FormatException("k6 spaces arrivals evenly: --poisson and --replay cannot be exported."),
    };
}
