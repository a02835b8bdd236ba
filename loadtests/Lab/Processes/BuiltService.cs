using System.Reflection;

namespace DroneDelivery.LoadTests.Lab.Processes;

/// <summary>A program that labs start. It is built together with the lab.</summary>
/// <param name="Name">The name of the service, for example <c>delivery</c>.</param>
/// <param name="Project">The name of its project.</param>
internal sealed record BuiltService(string Name, string Project)
{
    // The keys of assembly metadata attributes that Lab.csproj writes, one for each program, with the path of its assembly
    // within the repository.
    private const string MetadataPrefix = "ServiceUnderTest:DroneDelivery.";
    private const string InTheRoot = "DroneDelivery.sln";

    /// <summary>The number of this process among several of the program; null if there is one process.</summary>
    public int? Number { get; init; }

    /// <summary>The name in logs and readings: <c>delivery</c>, or <c>delivery-2</c> if there are several.</summary>
    public string ProcessName => Number is { } number ? $"{Name}-{number}" : Name;

    /// <summary>Whether a process has this name, or is one of several of the program.</summary>
    public bool IsProcess(string name) =>
        name == Name || (name.StartsWith($"{Name}-", StringComparison.Ordinal) && int.TryParse(name[(Name.Length + 1)..], out _));

    public static BuiltService BareProxy { get; } = new("bare-proxy", "BareProxy");

    public static BuiltService Emulator { get; } = new("cosmos-emulator", "CosmosEmulator");

    public static BuiltService Delivery { get; } = new("delivery", "Delivery");

    public static BuiltService Package { get; } = new("package", "Package");

    public static BuiltService DroneScheduler { get; } = new("drone-scheduler", "DroneScheduler");

    public static BuiltService Gateway { get; } = new("gateway", "Gateway");

    public static BuiltService JsonBackend { get; } = new("json-backend", "JsonBackend");

    /// <summary>The executable next to the program's assembly, in the clone that contains the lab.</summary>
    /// <exception cref="LabException">The lab is in no clone, or the program is not built there.</exception>
    public string ProgramPath { get => field ?? FindProgram(AppContext.BaseDirectory); init; }

    /// <summary>Refuses a command that starts programs, before anything is created.</summary>
    /// <exception cref="LabException">The lab that runs is in no clone of the repository.</exception>
    public static void RequireClone(string command) => FindClone(AppContext.BaseDirectory, $" {command}");

    /// <param name="lab">The folder of the lab that runs. It may be a copy of the one that was built.</param>
    internal string FindProgram(string lab)
    {
        var assembly = typeof(BuiltService).Assembly.GetCustomAttributes<AssemblyMetadataAttribute>()
            .First(attribute => attribute.Key == MetadataPrefix + Project).Value!;
        var clone = FindClone(lab);
        var program = Path.ChangeExtension(Path.Combine(clone, assembly), OperatingSystem.IsWindows() ? ".exe" : null);
        return File.Exists(program)
            ? program
            : throw new LabException($"There is no {program}. Build loadtests/Lab in {clone}.");
    }

    private static string FindClone(string lab, string command = "")
    {
        for (var folder = new DirectoryInfo(lab); folder is not null; folder = folder.Parent)
        {
            if (File.Exists(Path.Combine(folder.FullName, InTheRoot)))
            {
                return folder.FullName;
            }
        }

        throw new LabException(
            $"The lab in {lab} is outside of a clone of the DroneDelivery repository, which has the services to start. "
            + $"Clone it, and run this there: ./lab{command}");
    }
}
