using System.CommandLine;
using DroneDelivery.LoadTests.Lab;

namespace DroneDelivery.LoadTests.NBomber;

/// <summary>Labs that NBomber cannot run: each says why, and what to use instead.</summary>
internal static class NotOnNBomber
{
    private const string Lab = "dotnet run -c Release --project loadtests/Lab --";

    private static readonly (string Name, string Why)[] Labs =
    [
        ("capacity",
            "A search needs to know which request was due when, and NBomber does not tell; nor has it Poisson arrivals. "
            + $"Use {Lab} capacity, or one rate here: http URL --open RATE/s."),
        ("soak",
            "A soak samples latencies by the moments at which requests were due, and NBomber does not tell them. "
            + $"Use {Lab} soak, or a steady rate here: http URL --open RATE/s --for 30m."),
        ("compare",
            $"Repeats are compared by the lab, also those of runs on NBomber: {Lab} compare --a FOLDER ... --b FOLDER ..."),
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
