using DroneDelivery.Lab.Tests.Commands;
using DroneDelivery.LoadTests.Lab;
using DroneDelivery.LoadTests.Lab.Commands;

namespace DroneDelivery.Lab.Tests;

public sealed class OutputFileTests : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory();

    private string Blocked => Path.Combine(In("file"), "a.json");

    public void Dispose() => _folder.Delete(recursive: true);

    [Fact]
    public void Write_FolderThatIsMissing_IsMade()
    {
        OutputFile.Write(In("a/b/c.txt"), "x"u8.ToArray());

        Assert.Equal("x", File.ReadAllText(In("a/b/c.txt")));
    }

    [Fact]
    public void Prepare_FileThatIsThere_KeepsItsContent()
    {
        OutputFile.Write(In("a.txt"), "x"u8.ToArray());

        OutputFile.Prepare(new FileInfo(In("a.txt")));

        Assert.Equal("x", File.ReadAllText(In("a.txt")));
    }

    [Fact]
    public void Write_PathThatCannotBe_NamesItAndWhatIsKept()
    {
        OutputFile.Write(In("file"), default);

        var error = Assert.Throws<LabException>(() => OutputFile.Write(new FileInfo(Blocked), _ => { }, "The runs are in x."));

        Assert.StartsWith($"{Blocked} cannot be written: ", error.Message);
        Assert.EndsWith(" The runs are in x.", error.Message);
    }

    [Fact]
    public void Prepare_PlaceThatTakesNoFiles_SaysThatItCannotBeWritten()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "Only Linux has /proc.");

        var error = Assert.Throws<LabException>(() => OutputFile.Prepare(new FileInfo("/proc/x.json")));

        Assert.Equal("/proc/x.json cannot be written: no file can be created there.", error.Message);
    }

    [Theory]
    [InlineData("http", "http://127.0.0.1:1/", "--users", "1", "--for", "60s", "--hdr")]
    [InlineData("export", "k6", "tuning", "--output")]
    public async Task Command_PathThatCannotBe_SaysSoInOneSentenceAsync(string name, params string[] arguments)
    {
        OutputFile.Write(In("file"), default);
        var command = name == "http" ? HttpCommand.Create(TimeProvider.System) : ExportCommand.Create(TimeProvider.System);

        var error = await Assert.ThrowsAsync<LabException>(() => CommandRun.RunAsync(command, [.. arguments, Blocked]));

        Assert.StartsWith(Blocked, error.Message);
        Assert.Contains("cannot be written: ", error.Message);
    }

    private string In(string name) => Path.Combine(_folder.FullName, name);
}
