namespace DroneDelivery.LoadTests.Lab.GatewayCost;

/// <summary>Programs of the machine, which need not be there.</summary>
internal static class InstalledProgram
{
    // Where servers are installed, which is in the path of administrators only.
    private const string ServerPrograms = "/usr/sbin";

    /// <summary>The path to start it by; null where it is not installed.</summary>
    public static string? Find(string name) => (Environment.GetEnvironmentVariable("PATH") ?? "")
        .Split(Path.PathSeparator)
        .Append(ServerPrograms)
        .Select(folder => Path.Combine(folder, name))
        .FirstOrDefault(File.Exists);

    public static bool Has(string name) => Find(name) is not null;
}
