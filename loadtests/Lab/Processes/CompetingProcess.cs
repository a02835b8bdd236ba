namespace DroneDelivery.LoadTests.Lab.Processes;

/// <summary>A process outside the system that uses a share of the machine, from its start until disposal.</summary>
internal sealed class CompetingProcess(Process process) : IDisposable
{
    public const string Command = "use-cpu";

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
            ArgumentList = { typeof(CompetingProcess).Assembly.Location, Command, $"{fault.OtherProcessShare}" },
            RedirectStandardInput = true,
            UseShellExecute = false,
        };
        return new CompetingProcess(Process.Start(start) ?? throw new LabException("The process that uses CPU did not start."));
    }

    public void Dispose()
    {
        process.StandardInput.Close();
        process.WaitForExit();
        process.Dispose();
    }
}
