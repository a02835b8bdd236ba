using System.Diagnostics;
using DroneDelivery.LoadTests.Scenarios.Faults;

namespace DroneDelivery.LoadTests.Lab.Processes;

/// <summary>A process outside the system that uses a share of the machine, from its start until disposal.</summary>
internal sealed class CompetingProcess : IDisposable
{
    public const string Command = "use-cpu";

    private readonly Process _process;

    private CompetingProcess(Process process) => _process = process;

    /// <summary>Null if the fault has no competing process.</summary>
    /// <exception cref="LabException">The process does not start.</exception>
    public static CompetingProcess? StartIfPlanted(PlantedFault? fault)
    {
        if (fault is not { OtherProcessShare: > 0 })
        {
            return null;
        }

        // The process stops when its input ends, also if the lab is killed.
        var start = new ProcessStartInfo("dotnet")
        {
            ArgumentList =
            {
                typeof(CompetingProcess).Assembly.Location, Command, FormattableString.Invariant($"{fault.OtherProcessShare}"),
            },
            RedirectStandardInput = true,
            UseShellExecute = false,
        };
        return new CompetingProcess(Process.Start(start) ?? throw new LabException("The process that uses CPU did not start."));
    }

    public void Dispose()
    {
        _process.StandardInput.Close();
        _process.WaitForExit();
        _process.Dispose();
    }
}
