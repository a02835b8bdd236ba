using System.Reflection;

namespace DroneDelivery.LoadTests.Lab.Processes;

/// <summary>A program that labs start. It is built together with the lab.</summary>
/// <param name="Name">The name in logs and reports, for example <c>delivery</c>.</param>
/// <param name="ProgramPath">The executable next to the program's assembly.</param>
internal sealed record BuiltService(string Name, string ProgramPath)
{
    // The keys of assembly metadata attributes that Lab.csproj writes, one for each program, with the path of its assembly.
    private const string MetadataPrefix = "ServiceUnderTest:DroneDelivery.";

    public static BuiltService BareProxy { get; } = Find("bare-proxy", "BareProxy");

    public static BuiltService Emulator { get; } = Find("cosmos-emulator", "CosmosEmulator");

    public static BuiltService Delivery { get; } = Find("delivery", "Delivery");

    public static BuiltService Package { get; } = Find("package", "Package");

    public static BuiltService DroneScheduler { get; } = Find("drone-scheduler", "DroneScheduler");

    public static BuiltService Gateway { get; } = Find("gateway", "Gateway");

    public static BuiltService JsonBackend { get; } = Find("json-backend", "JsonBackend");

    private static BuiltService Find(string name, string project)
    {
        var assembly = typeof(BuiltService).Assembly.GetCustomAttributes<AssemblyMetadataAttribute>()
            .FirstOrDefault(attribute => attribute.Key == MetadataPrefix + project)?.Value
            ?? throw new LabException($"The lab was built without the {name} service. Build loadtests/Lab again.");
        return new BuiltService(name, Path.ChangeExtension(assembly, OperatingSystem.IsWindows() ? ".exe" : null));
    }
}
