using DroneDelivery.LoadTests.Lab;
using DroneDelivery.LoadTests.Lab.Folders;

namespace DroneDelivery.Lab.Tests.Folders;

public sealed class FoundRecordTests : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("drone-record-");

    private FoundRecord Found => new(_folder.FullName, "found.json");

    public void Dispose() => _folder.Delete(recursive: true);

    [Fact]
    public async Task Record_CopyAskedFor_IsInBothPlaces()
    {
        var copy = new FileInfo(Path.Combine(_folder.FullName, "elsewhere", "copy.json"));

        var report = await Found.WriteAsync(
            async () =>
            {
                await File.WriteAllTextAsync(Path.Combine(_folder.FullName, "found.json"), "{}");
                return "report.html";
            },
            copy);

        Assert.Equal(("report.html", "{}"), (report, File.ReadAllText(copy.FullName)));
    }

    [Theory]
    [InlineData(false, ExitCode.Done)]
    [InlineData(true, ExitCode.Interrupted)]
    public void Record_NothingFailed_EndsByWhetherItIsWhole(bool interrupted, int expected) =>
        Assert.Equal(expected, Found.ExitCodeOf(failure: null, interrupted));

    [Fact]
    public void Record_Failure_SaysWhereTheRestIs()
    {
        var exception = Assert.Throws<LabException>(() => Found.ExitCodeOf("delivery stopped.", interrupted: false));

        Assert.Equal($"delivery stopped. What was found until then: {_folder.FullName}", exception.Message);
    }
}
