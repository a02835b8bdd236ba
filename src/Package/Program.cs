using DroneDelivery.Package;
using DroneDelivery.Package.Parcels;
using DroneDelivery.ServiceDefaults;

return await ServiceProgram.RunAsync(args, PackageService.Identity, Build);

static WebApplication Build(WebApplicationBuilder builder)
{
    builder.AddServiceDefaults(PackageService.Identity);
    builder.AddParcels();

    var app = builder.Build();
    app.MapServiceDefaults();
    app.MapPackages();
    return app;
}
