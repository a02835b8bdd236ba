namespace DroneDelivery.LoadTests.Lab.GatewayCost;

/// <summary>Programs of the machine, which need not be there.</summary>
internal static class InstalledProgram
{
    // Where servers are installed, which is in the path of administrators only.
    private const string ServerPrograms = "/usr/sbin";

    public static bool Has(string name) => (Environment.GetEnvironmentVariable("PATH") ?? "")
        .Split(Path.PathSeparator)
        .Append(ServerPrograms)
        .Any(folder => File.Exists(Path.Combine(folder, name)));
}
