using DroneDelivery.LoadTests.Insight.Studies;

namespace DroneDelivery.Insight.Tests.Studies;

public sealed class PrivatePathsTests
{
    private static readonly string Home = Environment.GetFolderPath(Environment.SpecialFolder.UserProfile);

    [Theory]
    [InlineData("its log (/data/ann/runs/x/delivery.log): it stopped", "its log (delivery.log): it stopped")]
    [InlineData("/data/ann/runs/x", "x")]
    [InlineData("in '/data/ann/runs/x/a/b.json'.", "in 'a/b.json'.")]
    [InlineData("--runs /data/ann/runs --data /data/ann/d.csv", "--runs runs --data d.csv")]
    [InlineData("/data/ann/runs/x2/a and /data/ann/runs/x-2", "x2/a and x-2")]
    public void Shorten_PathInOrAboveTheFolder_IsRelative(string text, string expected) =>
        Assert.Equal(expected, PrivatePaths.Shorten(text, "/data/ann/runs/x"));

    [Theory]
    [InlineData("GET /api/invoices/{ownerId}")]
    [InlineData("/data/orders, with a route like a folder at the root")]
    [InlineData("http://host/data/ann/runs/x")]
    [InlineData("and/or")]
    public void Shorten_NoPrivatePath_IsLeftAsItIs(string text) => Assert.Equal(text, PrivatePaths.Shorten(text, "/data/ann/runs/x"));

    [Fact]
    public void Shorten_PathInTheHomeFolder_IsTheNameOfTheFile() => Assert.Equal(
        "--journey j.json is missing",
        PrivatePaths.Shorten($"--journey {Path.Combine(Home, "work", "j.json")} is missing", "/data/ann/runs/x"));

    [Fact]
    public void ShortenWord_PathBelowTheCurrentFolder_IsRelative() =>
        Assert.Equal(Path.Combine("a", "b"), PrivatePaths.ShortenWord(MakeFolder(Path.Combine(Environment.CurrentDirectory, "a"), "b")));

    [Fact]
    public void ShortenWord_PathElsewhere_IsTheNameOfTheFile()
    {
        var folder = Directory.CreateTempSubdirectory("insight-");
        try
        {
            Assert.Equal("data.csv", PrivatePaths.ShortenWord(Path.Combine(folder.FullName, "data.csv")));
        }
        finally
        {
            folder.Delete();
        }
    }

    [Theory]
    [InlineData("/api/invoices/1")]
    [InlineData("/health")]
    [InlineData("runs/x")]
    [InlineData("http://127.0.0.1:5080/x")]
    [InlineData("--runs")]
    public void ShortenWord_NoPathOfThisMachine_IsLeftAsItIs(string word) => Assert.Equal(word, PrivatePaths.ShortenWord(word));

    private static string MakeFolder(string folder, string file)
    {
        Directory.CreateDirectory(folder);
        return Path.Combine(folder, file);
    }
}
