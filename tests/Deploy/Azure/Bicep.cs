using System.Diagnostics;
using System.Runtime.InteropServices;
using System.Text.Json.Nodes;
using DroneDelivery.Deploy.Tests.Programs;

namespace DroneDelivery.Deploy.Tests.Azure;

/// <summary>The Bicep command line, on a copy of <c>deploy/azure</c>. Each result is made once for all tests.</summary>
internal static class Bicep
{
    private static readonly Lazy<Task<ProgramResult>> LazyBuild = new(() => RunAsync("build", "--pattern", "**/*.bicep"));
    private static readonly Lazy<Task<JsonObject>> LazyThroughput = new(() => SnapshotAsync("main"));
    private static readonly Lazy<Task<JsonObject>> LazyPartitions = new(() => SnapshotAsync("partitions"));
    private static readonly Lazy<string> Folder = new(CopyFolder);

    public static string[] SnapshotFlags { get; } =
    [
        "--mode", "overwrite",
        "--tenant-id", $"{Guid.Empty}",
        "--subscription-id", $"{Guid.Empty}",
        "--resource-group", "drone-delivery",
        "--location", "westeurope",
        "--deployment-name", "drone-delivery",
    ];

    /// <summary>A build runs the linter too.</summary>
    public static Task<ProgramResult> Build => LazyBuild.Value;

    /// <summary>What the step <c>throughput</c> deploys, which is the default of <c>main.bicepparam</c>.</summary>
    public static Task<JsonObject> Throughput => LazyThroughput.Value;

    /// <summary>What the step <c>partitions</c> deploys.</summary>
    public static Task<JsonObject> Partitions => LazyPartitions.Value;

    /// <summary>The compiled <c>main.bicep</c>, which contains its modules.</summary>
    public static async Task<JsonObject> ReadTemplateAsync()
    {
        await Build;
        return Read(Path.Combine(Folder.Value, "main.json"));
    }

    public static JsonObject Read(string file) => JsonNode.Parse(File.ReadAllText(file))!.AsObject();

    public static void SkipWhereItCannotRun()
    {
        Assert.SkipUnless(
            OperatingSystem.IsLinux() && RuntimeInformation.OSArchitecture == Architecture.X64,
            $"The Bicep command line is for Linux on x64, not {RuntimeInformation.RuntimeIdentifier}.");
        Assert.SkipUnless(File.Exists(Repository.BicepProgram), $"There is no {Repository.BicepProgram}.");
    }

    /// <summary>What the step <c>partitions</c> deploys if only this container is new.</summary>
    public static Task<JsonObject> PartitionsWithNewAsync(string container)
    {
        File.WriteAllText(
            Path.Combine(Folder.Value, $"{container}.bicepparam"),
            $"using 'main.bicep'\nextends 'main.bicepparam'\nparam step = 'partitions'\nparam newContainers = ['{container}']\n");
        return SnapshotAsync(container);
    }

    private static async Task<JsonObject> SnapshotAsync(string parameters)
    {
        var result = await RunAsync(["snapshot", $"{parameters}.bicepparam", .. SnapshotFlags]);
        Assert.True(result is { ExitCode: 0, Errors: "" }, result.Errors);
        return Read(Path.Combine(Folder.Value, $"{parameters}.snapshot.json"));
    }

    private static Task<ProgramResult> RunAsync(params string[] arguments)
    {
        SkipWhereItCannotRun();
        var start = new ProcessStartInfo(Path.Combine(Folder.Value, "bicep"), arguments) { WorkingDirectory = Folder.Value };
        // Without it the program needs ICU.
        start.Environment["DOTNET_SYSTEM_GLOBALIZATION_INVARIANT"] = "1";
        return ProgramResult.RunAsync(start);
    }

    private static string CopyFolder()
    {
        var copy = Directory.CreateTempSubdirectory("drone-bicep-").FullName;
        AppDomain.CurrentDomain.ProcessExit += (_, _) => Directory.Delete(copy, recursive: true);
        foreach (var file in Directory.GetFiles(Repository.Deploy("azure"), "*.bicep*", SearchOption.AllDirectories))
        {
            var target = Path.Combine(copy, Path.GetRelativePath(Repository.Deploy("azure"), file));
            Directory.CreateDirectory(Path.GetDirectoryName(target)!);
            File.Copy(file, target);
        }

        // NuGet extracts files without the right to execute them.
        var program = Path.Combine(copy, "bicep");
        File.Copy(Repository.BicepProgram, program);
        if (!OperatingSystem.IsWindows())
        {
            File.SetUnixFileMode(program, UnixFileMode.UserRead | UnixFileMode.UserExecute);
        }

        return copy;
    }
}
