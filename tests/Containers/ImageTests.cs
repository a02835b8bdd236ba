using System.Formats.Tar;
using System.Text;
using System.Text.RegularExpressions;
using Docker.DotNet;
using Docker.DotNet.Models;
using DotNet.Testcontainers.Configurations;

namespace DroneDelivery.Containers.Tests;

/// <summary>What is in the images.</summary>
public sealed partial class ImageTests(ITestOutputHelper output)
{
    private static readonly string[] SecretFiles = [".db", ".key", ".pem", ".pfx", ".p12", ".env"];

    private static readonly string[] Binaries = [".dll", ".pdb", ".so", ""];

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

        Assert.Contains(files, file => file.Name.EndsWith(".dll", StringComparison.Ordinal));
        Assert.Contains(files, file => file.Text.Length > 0);
        Assert.Empty(files.Where(HasSecret).Select(file => file.Name));
        Assert.DoesNotContain(image.Config?.Env ?? [], variable => variable.Contains("key", StringComparison.OrdinalIgnoreCase)
            || variable.Contains("password", StringComparison.OrdinalIgnoreCase));
    }

    [Theory]
    [InlineData("app/appsettings.json", """{ "Cosmos": { "ConnectionString": "AccountEndpoint=https://a/;AccountKey=c2VjcmV0c2VjcmV0" } }""")]
    [InlineData("app/settings.txt", "-----BEGIN PRIVATE KEY-----")]
    [InlineData("app/run.sh", "curl -H 'X-Api-Key: dd_0123456789abcdefghij0123456789'")]
    [InlineData("app/gateway.db", "")]
    public async Task Files_PlantedKey_IsFound(string name, string text)
    {
        using var archive = new MemoryStream();
        await using (var tar = new TarWriter(archive, leaveOpen: true))
        {
            var content = new MemoryStream(Encoding.UTF8.GetBytes(text));
            await tar.WriteEntryAsync(new PaxTarEntry(TarEntryType.RegularFile, name) { DataStream = content }, Cancelled);
        }

        archive.Position = 0;

        Assert.True(HasSecret(Assert.Single(await ReadAsync(archive))));
    }

    private static bool HasSecret(ImageFile file) =>
        SecretFiles.Contains(Path.GetExtension(file.Name)) || SecretText.IsMatch(file.Text);

    /// <summary>The emulator's well-known key is public, and the default of Delivery.</summary>
    [GeneratedRegex("AccountKey=(?!C2y6yDjf5/R\\+ob0N8A7Cgv30VRDJIWEHLM\\+)[^;\"]{8}|PRIVATE KEY|dd_[A-Za-z0-9_-]{20}")]
    private static partial Regex SecretText { get; }

    private static DockerClient CreateEngine() =>
        (DockerClient)TestcontainersSettings.OS.DockerEndpointAuthConfig.GetDockerClientBuilder().Build();

    /// <summary>The files of the program; the base image is not built here.</summary>
    private static async Task<IReadOnlyList<ImageFile>> ListFilesAsync(DockerClient engine, string program)
    {
        var container = await engine.Containers.CreateContainerAsync(
            new CreateContainerParameters { Image = ImageNames.Find(program) }, Cancelled);
        try
        {
            var archive = await engine.Containers.GetArchiveFromContainerAsync(
                container.ID, new ContainerPathStatParameters { Path = "/app" }, statOnly: false, Cancelled);
            await using var stream = archive.Stream!;
            return await ReadAsync(stream);
        }
        finally
        {
            await engine.Containers.RemoveContainerAsync(container.ID, new ContainerRemoveParameters(), Cancelled);
        }
    }

    // The data of entries are copied: the stream of the engine throws when an entry is read until its end.
    private static async Task<IReadOnlyList<ImageFile>> ReadAsync(Stream archive)
    {
        await using var tar = new TarReader(archive);
        var files = new List<ImageFile>();
        while (await tar.GetNextEntryAsync(copyData: true, Cancelled) is { } entry)
        {
            var isText = entry.DataStream is not null && !Binaries.Contains(Path.GetExtension(entry.Name));
            files.Add(new ImageFile(entry.Name, isText ? await new StreamReader(entry.DataStream!).ReadToEndAsync(Cancelled) : ""));
        }

        return files;
    }

    /// <param name="Text">Empty for programs and libraries.</param>
    private sealed record ImageFile(string Name, string Text);
}
