using System.Formats.Tar;
using Docker.DotNet;
using Docker.DotNet.Models;
using DotNet.Testcontainers.Configurations;

namespace DroneDelivery.Containers.Tests;

/// <summary>What is in the images.</summary>
public sealed class ImageTests(ITestOutputHelper output)
{
    private static readonly string[] SecretFiles = [".db", ".key", ".pfx", ".p12", ".env"];

    private static readonly Dictionary<string, string[]> Ports = new()
    {
        [ImageNames.Emulator] = ["8081/tcp"],
        [ImageNames.Delivery] = ["5110/tcp", "5111/tcp"],
        [ImageNames.DroneScheduler] = ["5130/tcp", "5131/tcp"],
        [ImageNames.Gateway] = ["5080/tcp", "5090/tcp"],
        [ImageNames.Package] = ["5120/tcp", "5121/tcp"],
    };

    public static TheoryData<string> Programs => [.. Ports.Keys];

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Theory]
    [MemberData(nameof(Programs))]
    public async Task Image_AnyProgram_HasItsPortsAndANumericUserThatIsNotRoot(string program)
    {
        using var engine = CreateEngine();

        var image = await engine.Images.InspectImageAsync(ImageNames.Find(program), Cancelled);
        var settings = Assert.IsType<DockerOCIImageConfig>(image.Config);

        output.WriteLine($"{program}: {image.Size / 1e6:0} MB");
        Assert.True(int.TryParse(settings.User, out var user) && user > 0, $"the user is \"{settings.User}\"");
        Assert.Equal(Ports[program], settings.ExposedPorts?.Keys.Order());
    }

    [Theory]
    [MemberData(nameof(Programs))]
    public async Task Image_AnyProgram_ContainsNoKeys(string program)
    {
        using var engine = CreateEngine();

        var image = await engine.Images.InspectImageAsync(ImageNames.Find(program), Cancelled);
        var files = await ListFilesAsync(engine, program);

        Assert.Contains(files, file => file.EndsWith(".dll", StringComparison.Ordinal));
        Assert.DoesNotContain(files, file => SecretFiles.Contains(Path.GetExtension(file)));
        Assert.DoesNotContain(image.Config?.Env ?? [], variable => variable.Contains("key", StringComparison.OrdinalIgnoreCase)
            || variable.Contains("password", StringComparison.OrdinalIgnoreCase));
    }

    private static DockerClient CreateEngine() =>
        (DockerClient)TestcontainersSettings.OS.DockerEndpointAuthConfig.GetDockerClientBuilder().Build();

    /// <summary>The files of the program; the base image is not built here.</summary>
    private static async Task<IReadOnlyList<string>> ListFilesAsync(DockerClient engine, string program)
    {
        var container = await engine.Containers.CreateContainerAsync(
            new CreateContainerParameters { Image = ImageNames.Find(program) }, Cancelled);
        try
        {
            var archive = await engine.Containers.GetArchiveFromContainerAsync(
                container.ID, new ContainerPathStatParameters { Path = "/app" }, statOnly: false, Cancelled);
            await using var stream = archive.Stream!;
            await using var tar = new TarReader(stream);
            var files = new List<string>();
            while (await tar.GetNextEntryAsync(cancellationToken: Cancelled) is { } entry)
            {
                files.Add(entry.Name);
            }

            return files;
        }
        finally
        {
            await engine.Containers.RemoveContainerAsync(container.ID, new ContainerRemoveParameters(), Cancelled);
        }
    }
}
