using DroneDelivery.LoadTests.Insight.Queries;

namespace DroneDelivery.Insight.Tests.Queries;

/// <summary><c>docs/kql.md</c> has a section for each named query.</summary>
public sealed class KqlPageTests
{
    [Fact]
    public void Sections_OfThePage_AreTheNamedQueries()
    {
        using var reader = new StreamReader(typeof(KqlPageTests).Assembly.GetManifestResourceStream("kql.md")!);

        var sections = reader.ReadToEnd().Split("\n## ")[1..].Select(section => section.Split('\n')[0]);

        Assert.Equal(NamedQuery.All.Select(query => query.Name), sections);
    }
}
