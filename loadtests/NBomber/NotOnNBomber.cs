using System.CommandLine;
using DroneDelivery.LoadTests.Lab;

namespace DroneDelivery.LoadTests.NBomber;

/// <summary>Commands for labs that NBomber cannot run. Each fails with the reason and an alternative.</summary>
internal static class NotOnNBomber
{
    private const string Lab = "./lab";

    private static readonly (string Name, string Why)[] Labs =
    [
        ("capacity",
            "A search needs the moment at which each request was due, and Poisson arrivals; NBomber has neither. "
            + $"Use {Lab} capacity, or one rate here: http URL --open RATE/s."),
        ("soak",
            "A soak samples latencies by the moments at which requests were due; NBomber does not have them. "
            + $"Use {Lab} soak, or a steady rate here: http URL --open RATE/s --for 30m."),
        ("compare",
            $"The lab compares runs, also runs on NBomber: {Lab} compare --a FOLDER ... --b FOLDER ..."),
    ];

    public static IEnumerable<Command> Commands()
    {
        foreach (var (name, why) in Labs)
        {
            var command = new Command(name, $"Not on NBomber. {why}") { TreatUnmatchedTokensAsErrors = false };
            command.SetAction(int (_) => throw new LabException(why));
            yield return command;
        }
    }
}
