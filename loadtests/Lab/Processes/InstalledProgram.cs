namespace DroneDelivery.LoadTests.Lab.Processes;

/// <summary>Finds optional programs that are installed on the machine.</summary>
internal static class InstalledProgram
{
    // Servers are installed here; only administrators have this folder in their path.
    private const string ServerPrograms = "/usr/sbin";

    /// <summary>The program's path; null if it is not installed.</summary>
    public static string? Find(string name) => (Environment.GetEnvironmentVariable("PATH") ?? "")
        .Split(Path.PathSeparator)
        .Append(ServerPrograms)
        .Select(folder => Path.Combine(folder, name))
        .FirstOrDefault(File.Exists);
}
